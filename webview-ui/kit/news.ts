import { useRef, useState } from 'preact/hooks';

/** How long after the last word to a screen reader the next one may follow. */
const SAY_EVERY_MS = 2_000;

/** What is said to those who do not see the picture change: the newest, and not too often. */
export function useNews(): readonly [string, (news: string) => void] {
  const [said, setSaid] = useState('');
  const waiting = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  function speak(): void {
    timer.current = undefined;
    if (waiting.current === '') return;
    setSaid(waiting.current);
    waiting.current = '';
    timer.current = setTimeout(speak, SAY_EVERY_MS);
  }
  return [
    said,
    news => {
      if (news === '') return;
      waiting.current = news;
      if (timer.current === undefined) speak();
    },
  ];
}

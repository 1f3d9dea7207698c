import { useLayoutEffect, useRef } from 'preact/hooks';
import type { LogPart } from '../../src/shared/serverPage/picture';

/** How near to the end somebody reads who wants to see what comes next. */
const NEAR_PX = 24;

/** What a server wrote, the newest line last: it stays in sight unless somebody reads further up. */
export function LogView({ log: { lines, note }, name }: { readonly log: LogPart; readonly name: string }) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return (
    <>
      <p class="count">{note}</p>
      {lines.length > 0 && (
        <pre
          ref={box}
          class="log"
          role="log"
          aria-label={name}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard (WCAG 2.1.1)
          tabIndex={0}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
          }}
        >
          {lines.map(({ id, time, text }) => (
            <div key={id}>
              <span class="log-time">{time}</span> {text}
            </div>
          ))}
        </pre>
      )}
    </>
  );
}

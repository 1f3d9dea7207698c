import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { StackTelling, StackWish } from '../../src/shared/reviewStack/messages';
import type { StackPicture } from '../../src/shared/reviewStack/picture';
import type { Channel } from '../kit/channel';
import { useKeptFocus } from '../kit/keptFocus';
import { useNews } from '../kit/news';
import { NoteView } from '../kit/noteView';
import { CardView } from './cardView';
import { useCards } from './cards';
import { useRemembered } from './remembered';

/** The whole page of tasks that wait for a review. */
export function Page({ channel }: { readonly channel: Channel<StackWish, StackTelling> }) {
  const [picture, setPicture] = useState<StackPicture>();
  const [said, say] = useNews();
  /** What is written here, by task; the picture says what was begun before. */
  const [written, setWritten] = useState<ReadonlyMap<string, string>>(new Map());
  const list = useRef<HTMLOListElement>(null);
  const run = (item: string, command: string): void => channel.send({ type: 'run', command, item });
  const remembered = useRemembered(channel);
  const cards = useCards(list, picture?.cards ?? [], run, remembered);
  useKeptFocus(() => cards.current() ?? document.querySelector<HTMLElement>('.note button'), remembered.kept);

  const write = (task: string, text: string): void => setWritten(now => new Map(now).set(task, text));
  // At once, not after the first paint: the extension waits for a word.
  useLayoutEffect(() => {
    channel.listen(telling => {
      if (telling.type === 'reviewed') return write(telling.task, '');
      setPicture(telling.picture);
      say(telling.picture.count);
    });
    channel.send({ type: 'ready' });
  }, []);

  if (!picture) return <div class="loading" aria-hidden="true" />;
  const { count, more, note, words } = picture;
  return (
    <main aria-labelledby="title">
      <h1>
        <span class="codicon codicon-checklist" aria-hidden="true" />
        <span id="title">{words.title}</span>
        {count !== '' && <span class="chip warn">{count}</span>}
      </h1>
      {picture.cards.length > 0 && (
        <>
          <p class="goal about">{words.about}</p>
          <p id="keys" class="remark">
            {words.keys}
          </p>
        </>
      )}
      <ol ref={list} class="cards" aria-label={words.list} {...cards.list}>
        {picture.cards.map((card, index) => (
          <CardView
            key={card.id}
            card={card}
            words={words}
            index={index}
            isCurrent={index === cards.at}
            draft={written.get(card.id) ?? card.draft}
            onDraft={text => {
              write(card.id, text);
              channel.send({ type: 'draft', task: card.id, text });
            }}
            onReview={(verdict, comment) =>
              channel.send({ type: 'review', task: card.id, verdict, comment: comment.trim() })
            }
            onRun={run}
          />
        ))}
      </ol>
      {more !== '' && <p class="remark">{more}</p>}
      {note && <NoteView note={note} isMain onRun={command => run('', command)} />}
      <div class="unseen" role="status" aria-live="polite">
        {said}
      </div>
    </main>
  );
}

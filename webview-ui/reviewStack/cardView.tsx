import type { PageVerdict } from '../../src/shared/taskPage/messages';
import type { StackCard, StackWords } from '../../src/shared/reviewStack/picture';
import { ReviewView } from '../taskPage/reviewView';
import { Rows } from '../taskPage/rows';
import type { Run } from '../taskPage/run';

/** A task that waits: a line, and where it is the current one what came of it, its files and where a person says something. */
export function CardView({
  card,
  words,
  index,
  isCurrent,
  draft,
  onDraft,
  onReview,
  onRun,
}: {
  readonly card: StackCard;
  readonly words: StackWords;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onReview: (verdict: PageVerdict, comment: string) => void;
  readonly onRun: Run;
}) {
  const { id, icon, tone, state, title, chips, about, lines, files, actions } = card;
  return (
    <li
      class={`card ${isCurrent ? 'current' : ''}`}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent ? 'true' : undefined}
      aria-describedby={isCurrent ? 'keys' : undefined}
      data-card={index}
      data-place={`card ${id}`}
    >
      <div class="card-line">
        <span class={`codicon codicon-${icon} ${tone}`} role="img" aria-label={state} title={state} />
        <h2>{title}</h2>{' '}
        {chips.map(chip => (
          <>
            <span key={chip.text} class={`chip ${chip.tone}`}>
              {chip.text}
            </span>{' '}
          </>
        ))}
        <span class="about">{about}</span>
      </div>
      {isCurrent && (
        <div class="card-body">
          <div>
            <ul class="why">
              {lines.map((line, at) => (
                <li key={at}>{line}</li>
              ))}
            </ul>
            {files.length > 0 && (
              <Rows id="files" list={{ title: words.files, count: 0, rows: files }} onRun={onRun} />
            )}
            <div class="buttons">
              {actions.map(({ command, title: name }) => (
                <button key={command} type="button" class="button" onClick={() => onRun(id, command)}>
                  {name}
                </button>
              ))}
            </div>
          </div>
          <ReviewView
            form={{ ...words, title: words.yours, lines: [] }}
            draft={draft}
            onDraft={onDraft}
            onReview={verdict => onReview(verdict, draft)}
          />
        </div>
      )}
    </li>
  );
}

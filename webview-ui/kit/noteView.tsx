import type { Action, Note } from '../../src/shared/explorer/picture';

/** What a note needs. */
interface NoteProps {
  readonly note: Note;
  /** Whether its button is the one that the view is about. */
  readonly isMain: boolean;
  readonly onRun: (command: string) => void;
}

/** A few sentences: a link where an action's title stands in them, below them one button, and links for what else can be done. */
export function NoteView({ note: { text, actions }, isMain, onRun }: NoteProps) {
  const inText = actions.find(({ title }) => text.includes(title));
  const below = actions.filter(action => action !== inText);
  const button = (action: Action, look: string) => (
    <button key={action.command} type="button" class={look} onClick={() => onRun(action.command)}>
      {action.title}
    </button>
  );
  const at = inText ? text.indexOf(inText.title) : text.length;
  return (
    <div class="note">
      <p>
        {text.slice(0, at)}
        {inText && button(inText, 'link')}
        {inText && text.slice(at + inText.title.length)}
      </p>
      {below.map((action, index) => button(action, isMain && index === 0 ? 'primary' : 'link'))}
    </div>
  );
}

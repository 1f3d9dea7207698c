import type { ComponentChild } from 'preact';
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
  const button = (action: Action, look: string) => (
    <button key={action.command} type="button" class={look} onClick={() => onRun(action.command)}>
      {action.title}
    </button>
  );
  const below = actions.filter(({ title }) => !text.includes(title));
  return (
    <div class="note">
      <p>{linked(text, actions, action => button(action, 'link'))}</p>
      {below.map((action, index) => button(action, isMain && index === 0 ? 'primary' : 'link'))}
    </div>
  );
}

/** The text, with what stands for an action in the place of its title. */
function linked(
  text: string,
  actions: readonly Action[],
  link: (action: Action) => ComponentChild,
): readonly ComponentChild[] {
  const action = actions.find(({ title }) => text.includes(title));
  if (action === undefined) return [text];
  const at = text.indexOf(action.title);
  const after = text.slice(at + action.title.length);
  return [...linked(text.slice(0, at), actions, link), link(action), ...linked(after, actions, link)];
}

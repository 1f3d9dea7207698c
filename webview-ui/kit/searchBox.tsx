import type { RefObject } from 'preact';
import { MAX_QUERY } from '../../src/shared/webview/savedState';
import type { Words } from '../../src/shared/explorer/picture';

/** What the field for searching needs. */
export interface SearchBoxProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly words: Pick<Words, 'searchLabel' | 'searchPlaceholder' | 'clear'>;
  readonly query: string;
  /** Whether Escape in an empty field takes the field away. */
  readonly canClose: boolean;
  readonly onChange: (query: string) => void;
  /** The person wants to go on in the tree. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** A field that searches while somebody types. */
export function SearchBox({ field, words, query, canClose, onChange, onLeave, onClose }: SearchBoxProps) {
  return (
    <div class="search">
      <input
        ref={field}
        type="text"
        role="searchbox"
        aria-label={words.searchLabel}
        placeholder={words.searchPlaceholder}
        title={words.searchLabel}
        maxLength={MAX_QUERY}
        spellcheck={false}
        value={query}
        onInput={event => onChange(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            onLeave();
          } else if (event.key === 'Escape' && query !== '') {
            event.stopPropagation();
            onChange('');
          } else if (event.key === 'Escape' && canClose) {
            onClose();
          }
        }}
      />
      {query !== '' && (
        <button
          type="button"
          class="clear codicon codicon-close"
          title={words.clear}
          aria-label={words.clear}
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

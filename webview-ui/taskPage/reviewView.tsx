import { useState } from 'preact/hooks';
import { MAX_COMMENT, type PageVerdict } from '../../src/shared/taskPage/messages';
import type { ReviewForm } from '../../src/shared/taskPage/picture';

/** Where a person says what they think of the task. The draft is the page's: it outlives its document. */
export function ReviewView({
  form,
  draft,
  onDraft,
  onReview,
}: {
  readonly form: Omit<ReviewForm, 'draft'>;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onReview: (verdict: PageVerdict) => void;
}) {
  const [isMissing, setMissing] = useState(false);
  function say(verdict: PageVerdict, field: HTMLTextAreaElement | null | undefined): void {
    const isEmpty = verdict !== 'approve' && draft.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) field?.focus();
    else onReview(verdict);
  }
  const button = (verdict: PageVerdict, title: string) => (
    <button
      type="button"
      class={verdict === 'approve' ? 'button primary' : 'button'}
      onClick={event => say(verdict, event.currentTarget.closest('section')?.querySelector('textarea'))}
    >
      {title}
    </button>
  );
  return (
    <section class="review" aria-labelledby="review">
      <h2 id="review">{form.title}</h2>
      {form.lines.map((line, at) => (
        <p key={at} class="remark">
          {line}
        </p>
      ))}
      <textarea
        rows={3}
        maxLength={MAX_COMMENT}
        aria-label={form.placeholder}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? 'missing' : undefined}
        placeholder={form.placeholder}
        value={draft}
        onInput={event => onDraft(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          say('request', event.currentTarget);
        }}
      />
      {isMissing && draft.trim() === '' && (
        <p id="missing" class="missing" role="alert">
          {form.missing}
        </p>
      )}
      <div class="buttons">
        {button('approve', form.approve)}
        {button('request', form.request)}
        {button('chat', form.chat)}
      </div>
    </section>
  );
}

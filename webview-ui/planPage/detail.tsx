import type { NodeDetail } from '../../src/shared/planPage/picture';

/** What is known of the node that somebody looks at. Its texts can be reached and scrolled by keyboard. */
export function Detail({ detail, name }: { readonly detail: NodeDetail; readonly name: string }) {
  const { title, facts, texts, note } = detail;
  return (
    <section class="detail-pane" aria-label={name}>
      <h2>{title}</h2>
      <dl class="facts">
        {facts.map(({ label, text, tooltip }) => (
          <div key={label} title={tooltip}>
            <dt>{label}</dt> <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {texts.map(({ title: heading, text, note: rest }, at) => (
        <div key={at} class="node-text">
          <h3 id={`text-${at}`}>{heading}</h3>
          {text !== '' && (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard (WCAG 2.1.1)
            <pre role="region" aria-labelledby={`text-${at}`} tabIndex={0}>
              {text}
            </pre>
          )}
          {rest !== undefined && <p class="remark">{rest}</p>}
        </div>
      ))}
      {note !== undefined && <p class="remark">{note}</p>}
    </section>
  );
}

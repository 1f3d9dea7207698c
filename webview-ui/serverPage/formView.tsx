import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FieldValue } from '../../src/shared/serverPage/messages';
import type { FormField, ServerWords, ToolForm } from '../../src/shared/serverPage/picture';

/** A form that calls a tool, and below it what came of the last call. */
export function FormView({
  name,
  form: { fields, note, isRunning, result },
  words,
  onTry,
  onCancel,
}: {
  readonly name: string;
  readonly form: ToolForm;
  readonly words: ServerWords;
  readonly onTry: (values: readonly FieldValue[]) => void;
  readonly onCancel: () => void;
}) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const outcome = useRef<HTMLDivElement>(null);
  // Nobody should have to look for what they asked for.
  useLayoutEffect(() => outcome.current?.scrollIntoView({ block: 'nearest' }), [result?.title, result?.text]);
  const valueOf = ({ name: own, initial }: FormField): string => drafts.get(own) ?? initial;
  return (
    <form
      class="try"
      aria-label={`${words.tryTool}: ${name}`}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!isRunning) onTry(fields.map(field => ({ name: field.name, value: valueOf(field) })));
      }}
    >
      <h2>{words.tryTool}</h2>
      {note !== undefined && <p class="remark">{note}</p>}
      {fields.map((field, at) => (
        <Field
          key={field.name}
          id={`field-${at}`}
          field={field}
          words={words}
          value={valueOf(field)}
          onChange={value => setDrafts(old => new Map(old).set(field.name, value))}
        />
      ))}
      <div class="buttons">
        {/* Disabled, it would lose the keyboard that pressed it. */}
        <button type="submit" class="button primary" aria-disabled={isRunning}>
          {words.run}
        </button>
        {isRunning && (
          <button type="button" class="button" onClick={onCancel}>
            {words.cancel}
          </button>
        )}
      </div>
      {result && (
        <div ref={outcome} class="outcome">
          <p class={`outcome-title ${result.tone}-outcome`}>{result.title}</p>
          {result.text !== '' && (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard (WCAG 2.1.1)
            <pre class="lines" role="region" aria-label={result.title} tabIndex={0}>
              {result.text}
            </pre>
          )}
        </div>
      )}
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly field: FormField;
  readonly words: ServerWords;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Field(props: FieldProps) {
  const { id, field, words } = props;
  const { label, isRequired, about, problem, kind } = field;
  const name = (
    <label for={id}>
      <strong>{label}</strong> {isRequired && <span class="hint">{words.required}</span>}
    </label>
  );
  return (
    <div class={kind === 'flag' ? 'field flag' : 'field'}>
      {kind === 'flag' ? (
        <>
          <Control {...props} /> {name}
        </>
      ) : (
        <>
          {name} <Control {...props} />
        </>
      )}
      {about !== undefined && (
        <p id={`${id}-about`} class="hint">
          {about}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function Control({ id, field, value, onChange }: FieldProps) {
  const { kind, choices = [], about, problem, isRequired } = field;
  const described = [about === undefined ? '' : `${id}-about`, problem === undefined ? '' : `${id}-problem`];
  const common = {
    id,
    'aria-describedby': described.filter(part => part !== '').join(' ') || undefined,
    'aria-invalid': problem !== undefined,
    'aria-required': isRequired && kind !== 'flag' ? true : undefined,
  };
  switch (kind) {
    case 'flag':
      return (
        <input
          {...common}
          type="checkbox"
          checked={value === 'true'}
          onChange={event => onChange(String(event.currentTarget.checked))}
        />
      );
    case 'choice':
      return (
        <select {...common} value={value} onChange={event => onChange(event.currentTarget.value)}>
          {choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      );
    case 'json':
      return (
        <textarea
          {...common}
          class="code"
          rows={3}
          spellcheck={false}
          value={value}
          onInput={event => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
    case 'text':
      return (
        <input
          {...common}
          type="text"
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          spellcheck={false}
          value={value}
          onInput={event => onChange(event.currentTarget.value)}
        />
      );
  }
}

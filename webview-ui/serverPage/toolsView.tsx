import { useRef, useState } from 'preact/hooks';
import type { FieldValue, ServerLook } from '../../src/shared/serverPage/messages';
import type { ServerTool, ServerWords, ToolDetail, ToolsPart } from '../../src/shared/serverPage/picture';
import { SearchBox } from '../kit/searchBox';
import { FormView } from './formView';

interface ToolsViewProps {
  readonly part: ToolsPart;
  readonly words: ServerWords;
  readonly onLook: (part: Partial<ServerLook>) => void;
  readonly onList: (tool: string, isListed: boolean) => void;
  readonly onTry: (tool: string, values: readonly FieldValue[]) => void;
  readonly onCancel: () => void;
}

/** The tools of a server: a switch for each, and what is known of the one that is open. */
export function ToolsView(props: ToolsViewProps) {
  const { part, words, onLook } = props;
  const { count, chats, chat, tools, note } = part;
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const wanted = query.trim().toLowerCase();
  const found = tools.filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(wanted));
  return (
    <>
      {tools.length > 0 && (
        <div class="tools-bar">
          <SearchBox
            field={field}
            words={words}
            query={query}
            canClose={false}
            onChange={setQuery}
            onLeave={() => list.current?.querySelector<HTMLElement>('.tool-name')?.focus()}
            onClose={() => {}}
          />
          {chats.length > 1 && (
            <label class="chat-choice">
              {words.chat}{' '}
              <select value={chat} onChange={event => onLook({ chat: event.currentTarget.value })}>
                {chats.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <span class="figures">{count}</span>
        </div>
      )}
      {note !== undefined && <p class="count">{note}</p>}
      {tools.length > 0 && found.length === 0 && <p class="count">{words.noMatches}</p>}
      <ul ref={list} class="tools">
        {found.map(tool => (
          <ToolView key={tool.name} tool={tool} {...props} />
        ))}
      </ul>
    </>
  );
}

function ToolView({
  tool,
  words,
  onLook,
  onList,
  onTry,
  onCancel,
}: ToolsViewProps & { readonly tool: ServerTool }) {
  const { name, about, facts, badge, isListed, detail } = tool;
  const isOpen = detail !== undefined;
  return (
    <li class={isListed === false ? 'tool unlisted' : 'tool'}>
      <div class="tool-row">
        <button
          type="button"
          role="switch"
          class="switch"
          aria-checked={isListed ?? false}
          aria-label={words.listed.replace('{0}', name)}
          title={words.listed.replace('{0}', name)}
          disabled={isListed === undefined}
          onClick={() => onList(name, isListed !== true)}
        />
        <button
          type="button"
          class="tool-name"
          aria-expanded={isOpen}
          onClick={() => onLook({ tool: isOpen ? '' : name })}
        >
          <span class={`codicon codicon-chevron-${isOpen ? 'down' : 'right'}`} aria-hidden="true" />
          <strong>{name}</strong> {badge && <span class={`badge ${badge.tone}`}>{badge.text}</span>}
        </button>
        <span class="tool-facts">{facts}</span>
      </div>
      {about !== '' && !(isOpen && detail.about !== undefined) && <p class="tool-about">{about}</p>}
      {detail && (
        <DetailView
          name={name}
          detail={detail}
          words={words}
          onTry={values => onTry(name, values)}
          onCancel={onCancel}
        />
      )}
    </li>
  );
}

function DetailView({
  name,
  detail: { about, findings, schemas, form },
  words,
  onTry,
  onCancel,
}: {
  readonly name: string;
  readonly detail: ToolDetail;
  readonly words: ServerWords;
  readonly onTry: (values: readonly FieldValue[]) => void;
  readonly onCancel: () => void;
}) {
  return (
    <div class="tool-detail">
      {about !== undefined && <p class="whole">{about}</p>}
      {findings.map((finding, at) => (
        <p key={at} class="finding">
          <span class="codicon codicon-warning warn" aria-hidden="true" /> {finding}
        </p>
      ))}
      {form && (
        <FormView key={name} name={name} form={form} words={words} onTry={onTry} onCancel={onCancel} />
      )}
      {schemas.map(({ title, text }) => (
        <details key={title}>
          <summary>{title}</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard (WCAG 2.1.1) */}
          <pre class="lines" role="region" aria-label={`${name}: ${title}`} tabIndex={0}>
            {text}
          </pre>
        </details>
      ))}
    </div>
  );
}

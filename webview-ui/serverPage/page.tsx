import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type ServerLook,
  serverLookShape,
  type ServerTelling,
  type ServerWish,
} from '../../src/shared/serverPage/messages';
import type { ServerPicture } from '../../src/shared/serverPage/picture';
import type { Channel } from '../kit/channel';
import { useKeptFocus } from '../kit/keptFocus';
import { recalledOf, useKeptState } from '../kit/keptState';
import { useNews } from '../kit/news';
import { Tabs } from '../kit/tabs';
import { Blocks } from '../taskPage/blocks';
import { HeadingView } from '../taskPage/headingView';
import { LogView } from './logView';
import { Rows } from './rows';
import { SetupView } from './setupView';
import { ToolsView } from './toolsView';

/** The whole page of a server: what it is, and one of its parts. */
export function Page({
  channel,
  server,
}: {
  readonly channel: Channel<ServerWish, ServerTelling>;
  readonly server: string;
}) {
  const [picture, setPicture] = useState<ServerPicture>();
  const [said, say] = useNews();
  const [look, setLook] = useState<ServerLook>(
    () => recalledOf(channel, { server }, serverLookShape) ?? { tab: 'tools', tool: '', chat: '' },
  );
  const panel = useRef<HTMLDivElement>(null);
  const kept = useKeptState(channel, { server }, look);
  useKeptFocus(
    () => document.querySelector<HTMLElement>('[role="tab"][tabindex="0"], .buttons button'),
    kept,
  );

  // At once, not after the first paint: the extension waits for a word.
  useLayoutEffect(() => {
    let last: ServerPicture | undefined;
    channel.listen(telling => {
      if (last) say(newsOf(last, telling.picture));
      last = telling.picture;
      setPicture(telling.picture);
    });
    channel.send({ type: 'ready', ...look });
  }, []);

  if (!picture) return <div class="loading" aria-hidden="true" />;
  const { heading, blocks, tabs, tab, tools, log, setup, chats, words } = picture;
  const change = (part: Partial<ServerLook>): void => {
    const next = { ...look, tab, ...part };
    setLook(next);
    channel.send({ type: 'look', ...next });
  };
  const run = (item: string, command: string): void => channel.send({ type: 'run', item, command });
  return (
    <main aria-label={heading?.title ?? words.page}>
      {heading && <HeadingView heading={heading} words={words} onRun={run} />}
      <Blocks blocks={blocks} onRun={run} />
      {tabs.length > 0 && (
        <div class="bar-of-tabs">
          <Tabs tabs={tabs} chosen={tab} onChoose={next => change({ tab: next })} />
        </div>
      )}
      <div
        ref={panel}
        id="panel"
        {...(tabs.length > 0 && { role: 'tabpanel', 'aria-labelledby': `tab-${tab}` })}
      >
        {tools && (
          <ToolsView
            part={tools}
            words={words}
            onLook={change}
            onList={(tool, isListed) => channel.send({ type: 'list', tool, isListed })}
            onTry={(tool, values) => channel.send({ type: 'try', tool, values })}
            onCancel={() => channel.send({ type: 'cancel' })}
          />
        )}
        {log && <LogView log={log} name={tabs.find(({ id }) => id === 'log')?.name ?? ''} />}
        {setup && <SetupView sections={setup} onRun={run} />}
        {chats && (
          <>
            <Rows rows={chats.rows} onRun={run} />
            {chats.note !== undefined && <p class="remark">{chats.note}</p>}
          </>
        )}
      </div>
      <div class="unseen" role="status" aria-live="polite">
        {said}
      </div>
    </main>
  );
}

/** What to say of a new picture to somebody who does not see it: how the server stands, else what a call came to. */
function newsOf(before: ServerPicture, after: ServerPicture): string {
  const { heading } = after;
  if (heading !== undefined && before.heading?.state !== heading.state)
    return `${heading.title}, ${heading.state}`;
  const [old, now] = [before, after].map(
    ({ tools }) => tools?.tools.find(({ detail }) => detail !== undefined)?.detail?.form?.result?.title,
  );
  return now !== undefined && now !== old ? now : '';
}

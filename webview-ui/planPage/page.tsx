import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { PlanPageTelling, PlanPageWish } from '../../src/shared/planPage/messages';
import type { PlanPicture } from '../../src/shared/planPage/picture';
import { finite, record, text } from '../../src/shared/webview/shape';
import { allClosed, treeItems } from '../explorer/treeModel';
import { TreeView } from '../explorer/treeView';
import type { Channel } from '../kit/channel';
import { useKeptFocus } from '../kit/keptFocus';
import { recalledOf, useKeptState } from '../kit/keptState';
import { useNews } from '../kit/news';
import { Blocks } from '../taskPage/blocks';
import { HeadingView } from '../taskPage/headingView';
import { Detail } from './detail';
import { planNewsOf } from './planNews';

/** What the page remembers of itself while its document is gone; also which run it is of, for a reload of the window. */
const saved = record({ run: text(200), node: text(200), scrollTop: finite });

/** The whole page of a plan's run: its tree, and what is known of the node that somebody looks at. */
export function Page({
  channel,
  run,
}: {
  readonly channel: Channel<PlanPageWish, PlanPageTelling>;
  readonly run: string;
}) {
  const [picture, setPicture] = useState<PlanPicture>();
  const [said, say] = useNews();
  const [openness, setOpenness] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [kept] = useState(() => recalledOf(channel, { run }, saved) ?? { run, node: '', scrollTop: 0 });
  const [place, setPlace] = useState({ node: kept.node, scrollTop: kept.scrollTop });
  const keptPlace = useKeptState(channel, { run }, place);
  useKeptFocus(
    () => document.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"], .buttons button'),
    keptPlace,
  );

  // At once, not after the first paint: the extension waits for a word.
  useLayoutEffect(() => {
    let last: PlanPicture | undefined;
    channel.listen(telling => {
      if (last) say(planNewsOf(last, telling.picture));
      last = telling.picture;
      setPicture(telling.picture);
    });
    channel.send({ type: 'ready', node: kept.node });
  }, []);

  const items = useMemo(() => treeItems(picture?.nodes ?? [], openness), [picture?.nodes, openness]);
  if (!picture) return <div class="loading" aria-hidden="true" />;
  const { heading, blocks, nodes, note, chosen, detail, words } = picture;
  const look = (node: string): void => {
    setPlace(old => ({ ...old, node }));
    channel.send({ type: 'look', node });
  };
  const offer = (_item: string, command: string): void => channel.send({ type: 'run', command });
  return (
    <main aria-label={heading?.title ?? words.page}>
      {heading && <HeadingView heading={heading} words={words} onRun={offer} />}
      <Blocks blocks={blocks} onRun={offer} />
      {nodes.length > 0 && (
        <div class="columns plan">
          <div class="tree-pane">
            <TreeView
              label={words.nodes}
              items={items}
              focus={place.node === '' ? chosen : place.node}
              selection={[chosen]}
              scrollTop={kept.scrollTop}
              isSingle
              onFocus={look}
              onScroll={scrollTop => setPlace(old => ({ ...old, scrollTop }))}
              onOpen={(id, isOpen) => setOpenness(old => new Map(old).set(id, isOpen))}
              onCollapseAll={() =>
                setOpenness(new Map(allClosed(nodes).map(({ id, isOpen }) => [id, isOpen])))
              }
              onRun={row => look(row.id)}
            />
            {note !== undefined && <p class="remark">{note}</p>}
          </div>
          {detail && <Detail key={chosen} detail={detail} name={words.detail} />}
        </div>
      )}
      <div class="unseen" role="status" aria-live="polite">
        {said}
      </div>
    </main>
  );
}

import type { GraphForm, PlacedGraph } from '../../src/shared/plots/graphLayout';

/** Finds a place for every box. */
export type Layout = (graph: GraphForm) => PlacedGraph;

declare global {
  interface Window {
    /** Set by the script of the layout, once it has run. */
    switchyardLayout?: Layout;
  }
}

/** The script that is running: the layout's script lies beside it, and its nonce is what the page's policy asks for. */
const own = document.currentScript;
let loading: Promise<Layout> | undefined;

/** For the layout's own script: here it is. */
export function announceLayout(layout: Layout): void {
  window.switchyardLayout = layout;
}

/** Loads the layout for tangled graphs, once. Rejects where its file can't be read. */
export async function loadLayout(): Promise<Layout> {
  loading ??= new Promise((resolve, reject) => {
    if (!(own instanceof HTMLScriptElement)) return reject(new Error('Not in a script of a page.'));
    const script = document.createElement('script');
    script.nonce = own.nonce;
    script.src = new URL('graphLayout.js', own.src).toString();
    script.addEventListener('load', () => {
      if (window.switchyardLayout) resolve(window.switchyardLayout);
      else reject(new Error('The layout did not announce itself.'));
    });
    script.addEventListener('error', () => reject(new Error('The layout could not be loaded.')));
    document.head.append(script);
  });
  return await loading;
}

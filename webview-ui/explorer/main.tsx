import { render } from 'preact';
import { viewOf } from '../../src/shared/explorer/messages';
import { App } from './app';
import { markMouse } from '../kit/byMouse';
import { Guarded } from '../kit/guarded';
import { Host } from '../kit/host';

const host = new Host();
const view = viewOf(document.body.dataset['view']);
const root = document.getElementById('root');
if (root && view) {
  markMouse();
  render(
    <Guarded>
      <App host={host} view={view} />
    </Guarded>,
    root,
  );
}

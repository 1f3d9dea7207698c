import { render } from 'preact';
import { type ServerTelling, serverTellingOf, type ServerWish } from '../../src/shared/serverPage/messages';
import { Channel } from '../kit/channel';
import { Guarded } from '../kit/guarded';
import { Page } from './page';

const channel = new Channel<ServerWish, ServerTelling>(serverTellingOf);
const server = document.body.dataset['server'];
const root = document.getElementById('root');
if (root && server !== undefined) {
  render(
    <Guarded>
      <Page channel={channel} server={server} />
    </Guarded>,
    root,
  );
}

import { render } from 'preact';
import { type ReplayTelling, replayTellingOf, type ReplayWish } from '../../src/shared/replay/messages';
import { Channel } from '../kit/channel';
import { Guarded } from '../kit/guarded';
import { Page } from './page';

const channel = new Channel<ReplayWish, ReplayTelling>(replayTellingOf);
const workflow = document.body.dataset['workflow'];
const root = document.getElementById('root');
if (root && workflow !== undefined) {
  render(
    <Guarded>
      <Page channel={channel} workflow={workflow} />
    </Guarded>,
    root,
  );
}

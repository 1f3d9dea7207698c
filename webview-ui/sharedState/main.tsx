import { render } from 'preact';
import { type StateTelling, stateTellingOf, type StateWish } from '../../src/shared/sharedState/messages';
import { Channel } from '../kit/channel';
import { Guarded } from '../kit/guarded';
import { Page } from './page';

const channel = new Channel<StateWish, StateTelling>(stateTellingOf);
const root = document.getElementById('root');
if (root) {
  render(
    <Guarded>
      <Page channel={channel} />
    </Guarded>,
    root,
  );
}

import { render } from 'preact';
import { type StackTelling, stackTellingOf, type StackWish } from '../../src/shared/reviewStack/messages';
import { Channel } from '../kit/channel';
import { Guarded } from '../kit/guarded';
import { Page } from './page';

const channel = new Channel<StackWish, StackTelling>(stackTellingOf);
const root = document.getElementById('root');
if (root) {
  render(
    <Guarded>
      <Page channel={channel} />
    </Guarded>,
    root,
  );
}

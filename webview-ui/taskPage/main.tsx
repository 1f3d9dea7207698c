import { render } from 'preact';
import { pageTellingOf, type PageTelling, type PageWish } from '../../src/shared/taskPage/messages';
import { Channel } from '../kit/channel';
import { Guarded } from '../kit/guarded';
import { Page } from './page';

const channel = new Channel<PageWish, PageTelling>(pageTellingOf);
const task = document.body.dataset['task'];
const root = document.getElementById('root');
if (root && task !== undefined) {
  render(
    <Guarded>
      <Page channel={channel} task={task} />
    </Guarded>,
    root,
  );
}

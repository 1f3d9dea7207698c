import { render } from 'preact';
import {
  type PlanPageTelling,
  planPageTellingOf,
  type PlanPageWish,
} from '../../src/shared/planPage/messages';
import { Channel } from '../kit/channel';
import { Guarded } from '../kit/guarded';
import { Page } from './page';

const channel = new Channel<PlanPageWish, PlanPageTelling>(planPageTellingOf);
const run = document.body.dataset['run'];
const root = document.getElementById('root');
if (root && run !== undefined) {
  render(
    <Guarded>
      <Page channel={channel} run={run} />
    </Guarded>,
    root,
  );
}

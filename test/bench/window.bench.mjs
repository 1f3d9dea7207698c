/** How soon a window of VS Code shows what matters, with 5,000 tasks and 300 servers. */
import { needNode24 } from '../support/bundle.mjs';
import { runSuites } from '../host/runHostTests.mjs';
import { scale } from '../host/suites.mjs';

needNode24();
const { isGreen } = await runSuites([scale]);
process.exit(isGreen ? 0 : 1);

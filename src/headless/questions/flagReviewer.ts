import type { ToolReviewer } from '../../core/trust/toolTrust';
import type { Approvals } from '../options/arguments';
import type { OwnCommand } from '../options/commandLine';

/** Nobody is there to look at a withheld tool: the command line has answered, by server or by listed name. */
export function flagReviewer(acceptances: Approvals, command: OwnCommand): ToolReviewer {
  return {
    accepts({ server, exposedName }, standing) {
      const isNamed = typeof acceptances !== 'string' && acceptances.includes(exposedName);
      // "All" and whole servers were said before anybody knew what a tool would say: not enough for what looks like an attack.
      if (standing === 'suspect') return isNamed;
      return isNamed || acceptances === 'all' || (acceptances !== 'none' && acceptances.includes(server));
    },
    advice: ({ exposedName }) =>
      `The user can review and accept it in a terminal: \`${command('accept', exposedName)}\`. ` +
      'A running switchyard picks this up.',
  };
}

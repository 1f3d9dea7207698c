import * as z from 'zod';
import type { OAuthClient } from '../../core/catalog/entry/entry';
import { segmentsOf } from '../../core/catalog/entry/variables';
import { secretReference } from './secretReference';

/** A right as OAuth writes it (RFC 6749, 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

const NOT_PLAIN =
  'it must not stand here itself. Write { "secret_key": "NAME" } and enter its value as a credential of that name';

/** A list, or one text with spaces between, as other clients write it. */
const scopes = z
  .union([z.array(z.string()), z.string().transform(text => text.split(/\s+/))], {
    error: 'expected a list of scopes',
  })
  .transform(list => list.filter(scope => scope !== ''))
  .refine(list => list.every(scope => SCOPE.test(scope)), 'a scope has no spaces, quotes or backslashes');

/** A stored secret by name: a configuration is read by others, and copied. */
const clientSecret = z.preprocess(
  value => secretReference(value) ?? value,
  z.string(NOT_PLAIN).refine(isVariable, NOT_PLAIN),
);

/** `oauth` of an entry: who we are where people sign in for it. Fields of others are let be. */
export const oauthShape = z
  .looseObject({
    clientId: z.string().trim().min(1, 'expected the id of a client').optional(),
    clientSecret: clientSecret.optional(),
    clientMetadataUrl: z
      .string()
      .refine(isDocumentAddress, 'expected the https address of a document, with a path and no fragment')
      .optional(),
    scopes: scopes.optional(),
    callbackPort: z.int().min(1).max(65_535).optional(),
  })
  .refine(({ clientId, clientSecret: secret }) => secret === undefined || clientId !== undefined, {
    path: ['clientSecret'],
    message: 'a secret goes with a clientId',
  })
  .transform(shape => clientOf(shape));

function clientOf({
  clientId,
  clientSecret: secret,
  clientMetadataUrl,
  scopes: wanted,
  callbackPort,
}: Wide): OAuthClient {
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(secret === undefined ? {} : { clientSecret: secret }),
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    ...(wanted === undefined || wanted.length === 0 ? {} : { scopes: wanted }),
    ...(callbackPort === undefined ? {} : { callbackPort }),
  };
}

/** The same, with fields that are there and undefined. */
type Wide = { readonly [Field in keyof OAuthClient]: OAuthClient[Field] | undefined };

/** Whether the text is one variable and nothing beside it. */
function isVariable(text: string): boolean {
  const [segment, ...more] = segmentsOf(text);
  return segment?.type === 'variable' && segment.variable.type !== 'unknown' && more.length === 0;
}

/** An address that may be a client's id (draft-ietf-oauth-client-id-metadata-document, Client Identifier). */
function isDocumentAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url?.protocol === 'https:' &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '' &&
    // Authorization servers compare the text: it has to be the address as it is asked for.
    url.href === text
  );
}

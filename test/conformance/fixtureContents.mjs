// What the fixture server holds, by the names that the public conformance suite asks for.

/** A red pixel as PNG. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

export const fixtureResources = [
  {
    uri: 'test://static-text',
    name: 'Static text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  { uri: 'test://static-binary', name: 'Static binary', mimeType: 'image/png', blob: PIXEL },
  { uri: 'test://watched-resource', name: 'Watched', mimeType: 'text/plain', text: 'Watched content.' },
];

export const fixtureTemplates = [
  { uriTemplate: 'test://template/{id}/data', name: 'Template', mimeType: 'application/json' },
];

const user = content => ({ role: 'user', content });

export const fixturePrompts = {
  test_simple_prompt: {
    arguments: [],
    messages: () => [user({ type: 'text', text: 'This is a simple prompt for testing.' })],
  },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    messages: ({ arg1, arg2 }) => [
      user({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
    ],
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    messages: ({ resourceUri }) => [
      user({
        type: 'resource',
        resource: {
          uri: resourceUri,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      }),
      user({ type: 'text', text: 'Please process the embedded resource above.' }),
    ],
  },
  test_prompt_with_image: {
    arguments: [],
    messages: () => [
      user({ type: 'image', data: PIXEL, mimeType: 'image/png' }),
      user({ type: 'text', text: 'Please analyze the image above.' }),
    ],
  },
};

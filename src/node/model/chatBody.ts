import type { AnswerFormat, ModelRequest, ModelSettings } from '../../core/rounds/modelPort';
import type { RoundImage } from '../../core/rounds/roundImage';
import type { RoundAnswer, RoundMessage } from '../../core/rounds/roundMessage';

/** The field in which an endpoint tells how a model thought. */
export type ReasoningField = 'reasoning_content' | 'reasoning';

/** What a request to `/chat/completions` says. `reasoningIn`: where the thoughts behind calls go back to the model. */
export function chatBody(
  { model, messages, tools, settings, resultImages }: ModelRequest,
  reasoningIn: ReasoningField,
): object {
  const given = {
    temperature: settings.temperature,
    top_p: settings.topP,
    max_completion_tokens: settings.maxOutputTokens,
    presence_penalty: settings.presencePenalty,
    frequency_penalty: settings.frequencyPenalty,
    seed: settings.seed,
    verbosity: settings.verbosity,
    reasoning_effort: settings.reasoningEffort,
    response_format: settings.format && responseFormat(settings.format),
  };
  const toolSettings = {
    tools: tools.map(({ name, description, parameters, isStrict: strict }) => ({
      type: 'function',
      function: { name, description, parameters, strict },
    })),
    tool_choice: toolChoice(settings),
    parallel_tool_calls: settings.parallelToolCalls,
  };
  return {
    model,
    messages: messages.flatMap(message => messagesOf(message, resultImages, reasoningIn)),
    stream: true,
    stream_options: { include_usage: true },
    // Some servers take an empty list for an error. What is undefined is left out of the JSON.
    ...given,
    ...(tools.length === 0 ? {} : toolSettings),
  };
}

function toolChoice({ toolChoice: choice }: ModelSettings): unknown {
  return typeof choice === 'object' ? { type: 'function', function: choice } : choice;
}

function responseFormat(format: AnswerFormat): object {
  if (format.type === 'json_object') return format;
  const { type, ...schema } = format;
  return { type, [type]: schema };
}

function messagesOf(
  message: RoundMessage,
  images: ModelRequest['resultImages'],
  reasoningIn: ReasoningField,
): readonly object[] {
  switch (message.role) {
    case 'system':
    case 'assistant':
      return [{ role: message.role, content: message.content }];
    case 'user':
      return [{ role: 'user', content: userContent(message) }];
    case 'tool_request':
      return [
        {
          role: 'assistant',
          content: message.content ?? null,
          // DeepSeek, Kimi, and others refuse calls that come back without it.
          [reasoningIn]: message.reasoning,
          tool_calls: message.tool_calls.map(({ id, name, arguments: input, extra_content }) => ({
            id,
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
            extra_content,
          })),
        },
      ];
    case 'tool_response':
      return [
        ...message.tool_calls.map(({ tool_call_id, content }) => ({ role: 'tool', tool_call_id, content })),
        ...imageMessages(message.tool_calls, images),
      ];
  }
}

function userContent({ content, images = [] }: Extract<RoundMessage, { role: 'user' }>): unknown {
  if (images.length === 0) return content;
  return [...(content === '' ? [] : [{ type: 'text', text: content }]), ...images.map(imagePart)];
}

/** Answers of tools have room for text only: their images come right after them, and say where they are from. */
function imageMessages(
  answers: readonly RoundAnswer[],
  images: ModelRequest['resultImages'],
): readonly object[] {
  const content = answers.flatMap(({ tool_call_id: id, tool_name: name }) => {
    const its = images?.get(id) ?? [];
    if (its.length === 0) return [];
    const text = `Images in the result of the tool call ${JSON.stringify(id)} (${JSON.stringify(name)}), as data:`;
    return [{ type: 'text', text }, ...its.map(imagePart)];
  });
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

function imagePart({ url, detail }: RoundImage): object {
  return { type: 'image_url', image_url: { url, detail } };
}

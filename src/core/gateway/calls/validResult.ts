import { isRecord } from '../../support/json';
import type { ToolResult } from '../upstream/upstream';

type Block = Readonly<Record<string, unknown>>;

/**
 * A tool's answer as the protocol has it. One odd part would make clients throw away all of it: what has no form of the protocol's
 * becomes text. An answer that is valid is passed on as it is.
 */
export function validResult(result: ToolResult): ToolResult {
  const { content, structuredContent, isError, _meta: meta } = result;
  const isFine =
    Array.isArray(content) &&
    content.every(isBlock) &&
    (content.length > 0 || structuredContent === undefined) &&
    (structuredContent === undefined || isRecord(structuredContent)) &&
    (isError === undefined || typeof isError === 'boolean') &&
    (meta === undefined || isRecord(meta));
  if (isFine) return result;
  const blocks = blocksOf(result);
  const { content: _odd, structuredContent: structured, isError: failed, _meta: about, ...rest } = result;
  return {
    ...rest,
    content: blocks,
    ...(isRecord(structured) ? { structuredContent: structured } : {}),
    ...(failed === undefined ? {} : { isError: Boolean(failed) && failed !== 'false' }),
    ...(isRecord(about) ? { _meta: about } : {}),
  };
}

/** The content, else what stands in its place: models of many clients see content only. */
function blocksOf({ content, structuredContent, toolResult }: ToolResult): readonly Block[] {
  const given = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
  if (given.length > 0) return given.map(block => (isBlock(block) ? block : mended(block)));
  // MCP 2024-10-07 called it so.
  const other = structuredContent ?? toolResult;
  return other === undefined ? [] : [asText(other)];
}

function mended(block: unknown): Block {
  if (!isRecord(block)) return asText(block);
  const { annotations: _odd, _meta: _about, ...rest } = block;
  const { data } = rest;
  const plain = { ...rest, ...(typeof data === 'string' ? { data: plainBase64(data) } : {}) };
  if (isBlock(plain)) return plain;
  // Nobody reads megabytes of what is no picture after all.
  return asText(
    typeof data === 'string' ? { ...rest, data: `${data.length} characters that are not base64` } : block,
  );
}

/** Base64 as browsers put it into addresses, and as they put it into pages, in its plain form. */
function plainBase64(data: string): string {
  return data
    .replace(/^data:[^,]{0,200},/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
}

/** What `atob` takes, and so the protocol's clients. In linear time: white space is gone before the rest is looked at. */
function isBase64(data: unknown): data is string {
  if (typeof data !== 'string') return false;
  const packed = data.replaceAll(/[\t\n\f\r ]+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) return false;
  return packed.endsWith('=') ? packed.length % 4 === 0 : packed.length % 4 !== 1;
}

function asText(value: unknown): Block {
  if (isRecord(value) && value['type'] === 'text' && value['text'] !== undefined)
    return { type: 'text', text: textOf(value['text']) };
  return { type: 'text', text: textOf(value) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether it is a block of content by MCP 2025-11-25, ContentBlock. */
function isBlock(block: unknown): block is Block {
  if (!isRecord(block) || !isAbout(block)) return false;
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string';
    case 'image':
    case 'audio':
      return isBase64(block['data']) && typeof block['mimeType'] === 'string';
    case 'resource_link':
      return (
        typeof block['uri'] === 'string' &&
        typeof block['name'] === 'string' &&
        isTextOrNone(block['mimeType'])
      );
    case 'resource':
      return isContents(block['resource']);
    default:
      return false;
  }
}

function isContents(resource: unknown): boolean {
  return (
    isRecord(resource) &&
    typeof resource['uri'] === 'string' &&
    (typeof resource['text'] === 'string' || isBase64(resource['blob'])) &&
    isTextOrNone(resource['mimeType'])
  );
}

/** What any block may have beside. */
function isAbout({ annotations, _meta: meta }: Block): boolean {
  return (annotations === undefined || isAnnotations(annotations)) && (meta === undefined || isRecord(meta));
}

function isAnnotations(annotations: unknown): boolean {
  if (!isRecord(annotations)) return false;
  const { audience, priority, lastModified } = annotations;
  return (
    (audience === undefined ||
      (Array.isArray(audience) && audience.every(who => who === 'user' || who === 'assistant'))) &&
    (priority === undefined || (typeof priority === 'number' && priority >= 0 && priority <= 1)) &&
    (lastModified === undefined || isTime(lastModified))
  );
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** ISO 8601 with a zone, of a day that there is. */
function isTime(value: unknown): boolean {
  const [, year, month, day] = TIME.exec(typeof value === 'string' ? value : '') ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

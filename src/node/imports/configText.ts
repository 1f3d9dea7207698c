import { findNodeAtLocation } from 'jsonc-parser';
import { isRecord } from '../../core/support/json';
import { type JsonManners, placeOf, propertiesOf, readJson, valueOf } from '../catalog/jsonTree';
import { type ConfigError, type ConfigText, START } from './configReading';

/** How a tool writes its configuration. */
export type ConfigSyntax = 'toml' | 'yaml' | JsonManners;

/** Reads a configuration as its tool would. */
export async function readConfigText(text: string, syntax: ConfigSyntax): Promise<ConfigText | ConfigError> {
  // Few files are written in either.
  if (syntax === 'toml') return (await import('./toml')).readToml(text);
  if (syntax === 'yaml') return (await import('./yaml')).readYaml(text);
  return readJsonConfig(text, syntax);
}

function readJsonConfig(text: string, manners: JsonManners): ConfigText | ConfigError {
  const json = readJson(text, manners);
  if (json.type === 'error') return json;
  if (json.type === 'empty') return { type: 'config', root: {}, placeOf: () => START, doubled: () => [] };
  const { root } = json;
  const value = valueOf(root);
  if (!isRecord(value)) {
    return { type: 'error', what: 'an object is expected', place: placeOf(text, root.offset) };
  }
  return {
    type: 'config',
    root: value,
    placeOf(path) {
      for (let end = path.length; end > 0; end -= 1) {
        const node = findNodeAtLocation(root, path.slice(0, end));
        // The key of a property is what people look for, not the brace after it.
        if (node !== undefined) return placeOf(text, node.parent?.children?.[0]?.offset ?? node.offset);
      }
      return placeOf(text, root.offset);
    },
    doubled(path) {
      const node = path.length === 0 ? root : findNodeAtLocation(root, [...path]);
      const names = node?.type === 'object' ? propertiesOf(node).map(({ name }) => name) : [];
      return names.filter((name, at) => names.indexOf(name) !== at);
    },
  };
}

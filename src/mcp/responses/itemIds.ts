/** Items whose IDs are made here; those of MCP calls and approvals are made of the model's. */
export type ItemKind = 'mcpl' | 'rs' | 'msg' | 'fc';

const RESPONSE = 'resp_';

/** The ID of an item: it says in which answer of which response it is, so that the item is found again by its ID alone. */
export function itemId(kind: ItemKind, response: string, answer: number, place: number): string {
  return `${kind}_${response.slice(RESPONSE.length)}_${Math.max(0, answer)}_${place}`;
}

/** Where an item is. */
export interface ItemPlace {
  readonly kind: string;
  readonly response: string;
  readonly answer: number;
}

/** Where an item of this ID is; undefined where the ID is not of this kind. */
export function placeOf(id: string): ItemPlace | undefined {
  const [, kind = '', response = '', answer = ''] = /^(mcpl|rs|msg)_([0-9a-z]+)_(\d+)_\d+$/.exec(id) ?? [];
  return kind === '' ? undefined : { kind, response: RESPONSE + response, answer: Number(answer) };
}

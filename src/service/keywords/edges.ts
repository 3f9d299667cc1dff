/** The edges of a trie: from a node, by a code unit, to another node. Node 0 is the root, to which no edge leads. */
export interface Edges {
  /** The node an edge leads to, or 0. */
  follow(node: number, unit: number): number;
  add(node: number, unit: number, child: number): void;
}

const FIRST_CAPACITY = 1 << 10;
/** A slot is node, unit, child (0: free) and a spare one, so that none lies across two cache lines. */
const STRIDE = 4;
const UNIT = 1;
const CHILD = 2;
/** Multipliers without small factors, which spread neighbouring nodes and units over the table. */
const NODE_FACTOR = 0x9e_37_79_b1;
const UNIT_FACTOR = 0x85_eb_ca_6b;

/** One hash table in a flat array (open addressing, at most half full); a map a node would take ten times the room. */
export function createEdges(): Edges {
  let mask = FIRST_CAPACITY - 1;
  let slots = new Int32Array(FIRST_CAPACITY * STRIDE);
  let count = 0;

  /** Where the slot of an edge begins, or the free one where it would be. */
  function slotOf(node: number, unit: number): number {
    const mixed = Math.imul(node, NODE_FACTOR) ^ Math.imul(unit, UNIT_FACTOR);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const at = slot * STRIDE;
      if (slots[at + CHILD] === 0 || (slots[at] === node && slots[at + UNIT] === unit)) return at;
      slot = (slot + 1) & mask;
    }
  }

  function put(node: number, unit: number, child: number): void {
    slots.set([node, unit, child], slotOf(node, unit));
  }

  function grow(): void {
    const old = slots;
    slots = new Int32Array(old.length * 2);
    mask = mask * 2 + 1;
    for (let at = 0; at < old.length; at += STRIDE) {
      const [node = 0, unit = 0, child = 0] = old.subarray(at, at + STRIDE);
      if (child !== 0) put(node, unit, child);
    }
  }

  return {
    follow: (node, unit) => slots[slotOf(node, unit) + CHILD] ?? 0,
    add(node, unit, child) {
      if (count * 2 > mask) grow();
      put(node, unit, child);
      count += 1;
    },
  };
}

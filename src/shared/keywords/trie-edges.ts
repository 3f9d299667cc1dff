/** The edges of a trie, from a node and a code unit to the child node. Node 0 is the root, to which no edge leads. */
export interface TrieEdges {
  /** The child node, or 0. */
  follow(node: number, unit: number): number;
  add(node: number, unit: number, child: number): void;
}

const FIRST_CAPACITY = 1 << 10;
/** A slot holds node, unit, child (0: free) and padding, so that no slot crosses a cache line. */
const STRIDE = 4;
const UNIT = 1;
const CHILD = 2;
/** Odd multipliers that spread neighbouring nodes and units over the table. */
const NODE_FACTOR = 0x9e_37_79_b1;
const UNIT_FACTOR = 0x85_eb_ca_6b;

/** A single flat hash table (open addressing, at most half full); one map per node would take ten times the memory. */
export function createTrieEdges(): TrieEdges {
  let mask = FIRST_CAPACITY - 1;
  let slots = new Int32Array(FIRST_CAPACITY * STRIDE);
  let count = 0;

  /** The offset of the edge's slot, or of the free slot where the edge belongs. */
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

/**
 * A plate query for plates of one length, compiled into a circuit of bitwise steps. Each step works on one bit per
 * plate, 32 plates per word. Equal steps are created once, so terms that share a prefix or a character share the work.
 */

/** Kinds of steps. A program stores four numbers per step: kind, target register and two operands. */
export const STEP = { equal: 0, and: 1, or: 2 } as const;

export interface Program {
  /** Quadruples (kind, target, a, b). Of `equal`: a is the position, b is `code << 2 | loose bits`. */
  readonly steps: Int32Array;
  readonly registers: number;
  /** Register that holds the result. */
  readonly result: number;
}

/** Result of compiling: no plate matches, every plate matches, or a program decides. */
export type Compiled = 'none' | 'all' | Program;

export const ZERO = 0;
export const ONES = 1;

export class Circuit {
  private readonly kinds: number[] = [-1, -1];
  private readonly left: number[] = [0, 0];
  private readonly right: number[] = [0, 0];
  private readonly nodeByKey = new Map<number, number>();

  /** True where the character at a position has this code, ignoring its lowest `looseBits` bits. */
  equal(position: number, code: number, looseBits: number): number {
    return this.addNode(STEP.equal, position, (code << 2) | looseBits);
  }

  and(a: number, b: number): number {
    if (a === ZERO || b === ZERO) return ZERO;
    if (a === ONES || a === b) return b;
    if (b === ONES) return a;
    return this.addNode(STEP.and, Math.min(a, b), Math.max(a, b));
  }

  or(a: number, b: number): number {
    if (a === ONES || b === ONES) return ONES;
    if (a === ZERO || a === b) return b;
    if (b === ZERO) return a;
    return this.addNode(STEP.or, Math.min(a, b), Math.max(a, b));
  }

  private addNode(kind: number, a: number, b: number): number {
    const key = (a * 2 ** 22 + b) * 4 + kind;
    const found = this.nodeByKey.get(key);
    if (found !== undefined) return found;
    this.kinds.push(kind);
    this.left.push(a);
    this.right.push(b);
    this.nodeByKey.set(key, this.kinds.length - 1);
    return this.kinds.length - 1;
  }

  /**
   * The steps needed for one result, in execution order. Registers are reused as soon as their value is no longer
   * needed.
   */
  compile(root: number): Compiled {
    if (root === ZERO) return 'none';
    if (root === ONES) return 'all';
    const order = this.sortTopologically(root);
    const lastUse = new Map<number, number>([[root, Infinity]]);
    order.forEach((addNode, at) => {
      if (this.kinds[addNode] === STEP.equal) return;
      for (const operand of this.getOperands(addNode)) if (operand !== root) lastUse.set(operand, at);
    });
    const steps = new Int32Array(order.length * 4);
    const registerOf = new Map<number, number>();
    const free: number[] = [];
    let registers = 0;
    order.forEach((addNode, at) => {
      const isLeaf = this.kinds[addNode] === STEP.equal;
      const operands = this.getOperands(addNode);
      const [a = 0, b = 0] = isLeaf ? operands : operands.map((one) => registerOf.get(one) ?? 0);
      // A target may be one of the operands: a step reads both before it writes.
      if (!isLeaf)
        for (const operand of new Set(operands))
          if (lastUse.get(operand) === at) free.push(registerOf.get(operand) ?? 0);
      const target = free.pop() ?? registers++;
      registerOf.set(addNode, target);
      steps.set([this.kinds[addNode] ?? 0, target, a, b], at * 4);
    });
    return { steps, registers, result: registerOf.get(root) ?? 0 };
  }

  private getOperands(addNode: number): readonly [number, number] {
    return [this.left[addNode] ?? 0, this.right[addNode] ?? 0];
  }

  /**
   * Topological order: operands come before the nodes that use them. Iterative, because a long list of terms makes a
   * chain too deep for recursion.
   */
  private sortTopologically(root: number): readonly number[] {
    const order: number[] = [];
    const seen = new Uint8Array(this.kinds.length);
    const stack = [root];
    for (let addNode = stack.pop(); addNode !== undefined; addNode = stack.pop()) {
      if (addNode < 0) {
        order.push(-addNode);
        continue;
      }
      if (seen[addNode] === 1) continue;
      seen[addNode] = 1;
      stack.push(-addNode);
      if (this.kinds[addNode] !== STEP.equal) stack.push(...this.getOperands(addNode));
    }
    return order;
  }
}

/**
 * Runs BlazeFace, a small model that finds faces, with the kernels of TensorFlow.js in WASM. The model uses seven of
 * them, so they are called without the library around them.
 */

/** Pixels of each side of the square that the model looks at. */
export const SIDE = 256;
/** Number of boxes that the model tries at each point of a grid, by the grid's points a side. */
const GRIDS: { points: number; boxes: number }[] = [
  { points: 16, boxes: 2 },
  { points: 8, boxes: 6 },
];
/** Numbers of each box: its middle and size, and six points of the face. */
const NUMBERS = 16;

/** A place in the square, as fractions of its side, and how sure the model is that it is a face, from 0 to 1. */
export interface Found {
  x: number;
  y: number;
  width: number;
  height: number;
  score: number;
}

interface Tensor {
  id: number;
  shape: number[];
  values: () => Float32Array;
}

/** The model's own file: its operations in order, and the names of its weights. */
export interface Graph {
  modelTopology: { node: Node[] };
  weightsManifest: [
    { weights: { name: string; shape: number[]; dtype: string }[] },
  ];
}

interface Node {
  name: string;
  op: string;
  input?: string[];
  attr: {
    strides?: { list: { i: string[] } };
    ksize?: { list: { i: string[] } };
    /** In base64. */
    padding?: { s: string };
    fused_ops?: { list: { s: string[] } };
  };
}

interface Kernels {
  memory: WebAssembly.Memory;
  [kernel: string]: unknown;
}
type Kernel = (...numbers: number[]) => number;

/** @returns a function that looks at a square: red, green and blue of each pixel, from −1 to 1 */
export async function loadModel(
  wasm: BufferSource,
  graph: Graph,
  weights: ArrayBuffer,
) {
  const { memory, call } = await startKernels(wasm);
  let count = 0;
  function reserve(shape: number[]): Tensor {
    const size = sizeOf(shape);
    const at = call("malloc", 4 * size);
    const id = ++count;
    call("register_tensor", id, size, at);
    return {
      id,
      shape,
      // Memory that has grown has another buffer.
      values: () => new Float32Array(memory.buffer, at, size),
    };
  }
  function listInMemory(numbers: number[]) {
    const at = call("malloc", 4 * numbers.length);
    new Int32Array(memory.buffer, at, numbers.length).set(numbers);
    return at;
  }

  const tensors = new Map<string, Tensor>();
  const lists = new Map<string, Int32Array>();
  let from = 0;
  for (const { name, shape, dtype } of graph.weightsManifest[0].weights) {
    const bytes = weights.slice(from, (from += 4 * sizeOf(shape)));
    if (dtype === "int32") lists.set(name, new Int32Array(bytes));
    else {
      const tensor = reserve(shape);
      tensor.values().set(new Float32Array(bytes));
      tensors.set(name, tensor);
    }
  }

  const square = reserve([1, SIDE, SIDE, 3]);
  const steps: (() => void)[] = [];

  function plan({
    op,
    input: [first = "", second = "", third = ""] = [],
    attr,
  }: Node) {
    const x = tensors.get(first)!;
    const other = tensors.get(second);
    if (op === "Placeholder") return square;
    if (op === "Identity" || op === "Reshape") return x;
    if (op === "AddV2" || op === "Relu") {
      const to = reserve(x.shape);
      const shape = listInMemory(x.shape);
      steps.push(() =>
        op === "Relu"
          ? call("Relu", x.id, FLOAT, to.id)
          : call("Add", x.id, shape, 4, other!.id, shape, 4, FLOAT, to.id),
      );
      return to;
    }
    if (op === "Pad") {
      const pads = [...lists.get(second)!];
      const before = pads.filter((_, index) => index % 2 === 0);
      const after = pads.filter((_, index) => index % 2 === 1);
      const to = reserve(x.shape.map((n, at) => n + before[at]! + after[at]!));
      const [shape, ...around] = [x.shape, before, after].map(listInMemory);
      steps.push(() =>
        call("PadV2", x.id, shape!, 4, FLOAT, ...around, 0, to.id),
      );
      return to;
    }
    const [, high, wide, channels] = x.shape as [
      number,
      number,
      number,
      number,
    ];
    const [, down, across] = attr.strides!.list.i.map(Number);
    const [filterHigh, filterWide] = attr.ksize
      ? attr.ksize.list.i.slice(1).map(Number)
      : other!.shape;
    const isSame = attr.padding!.s === SAME;
    const rows = spanOf(high, filterHigh!, down!, isSame);
    const columns = spanOf(wide, filterWide!, across!, isSame);
    const isWhole = op === "_FusedConv2D";
    const isPool = op === "MaxPool";
    if (!isWhole && !isPool && op !== "DepthwiseConv2dNative")
      throw new Error(`The model uses an unknown operation, ${op}.`);
    const made = isWhole ? other!.shape[3]! : channels;
    const to = reserve([1, rows.length, columns.length, made]);
    const numbers = [
      ...[x.id, 1, high, wide],
      ...(isPool ? [] : [other!.id]),
      ...[filterHigh!, filterWide!],
      ...(isWhole ? [tensors.get(third)!.id] : []),
      ...[rows.before, columns.after, rows.after, columns.before],
      ...(isPool ? [] : [Number(isSame)]),
      ...[1, 1, down!, across!, channels, made],
      ...(isWhole ? [Number(attr.fused_ops!.list.s.includes(RELU)), 0, 0] : []),
      to.id,
    ];
    steps.push(() => call(isWhole ? "FusedConv2D" : op, ...numbers));
    return to;
  }

  for (const node of graph.modelTopology.node)
    if (node.op !== "Const")
      tensors.set(
        node.name,
        plan({
          ...node,
          input: node.input?.map((name) => name.split(":")[0]!),
        }),
      );

  return (pixels: Float32Array): Found[] => {
    square.values().set(pixels);
    for (const step of steps) step();
    return GRIDS.flatMap((grid, index) =>
      readGrid(
        grid,
        tensors.get(["Identity", "Identity_1"][index]!)!.values(),
        tensors.get(["Identity_2", "Identity_3"][index]!)!.values(),
      ),
    );
  };
}

/** The kernels' number for 32-bit floats. */
const FLOAT = 0;
/** 'SAME' and 'Relu', as the graph writes them. */
const SAME = "U0FNRQ==";
const RELU = "UmVsdQ==";

/** The least that a box needs to be looked at. */
const SCORE_MIN = 0.3;

function readGrid(
  { points, boxes }: (typeof GRIDS)[number],
  scores: Float32Array,
  numbers: Float32Array,
): Found[] {
  const found: Found[] = [];
  for (const [index, logit] of scores.entries()) {
    const score = 1 / (1 + Math.exp(-logit));
    if (score < SCORE_MIN) continue;
    const [x = 0, y = 0, width = 0, height = 0] = numbers.subarray(
      index * NUMBERS,
    );
    const point = Math.floor(index / boxes);
    found.push({
      x: ((point % points) + 0.5) / points + (x - width / 2) / SIDE,
      y: (Math.floor(point / points) + 0.5) / points + (y - height / 2) / SIDE,
      width: width / SIDE,
      height: height / SIDE,
      score,
    });
  }
  return found;
}

/** A filter's positions along a side, and the padding before and after the side, as in TensorFlow. */
function spanOf(side: number, filter: number, stride: number, isSame: boolean) {
  if (!isSame)
    return {
      length: Math.ceil((side - filter + 1) / stride),
      before: 0,
      after: 0,
    };
  const length = Math.ceil(side / stride);
  const all = Math.max(0, (length - 1) * stride + filter - side);
  const before = Math.floor(all / 2);
  return { length, before, after: all - before };
}

const sizeOf = (shape: number[]) => shape.reduce((all, n) => all * n, 1);

/** Bytes of a page of WASM's memory. */
const PAGE = 65_536;

async function startKernels(wasm: BufferSource) {
  const none = () => 0;
  const { instance } = await WebAssembly.instantiate(wasm, {
    env: {
      abort() {
        throw new Error("The kernels have stopped.");
      },
      emscripten_memcpy_big: (to: number, from: number, bytes: number) =>
        void new Uint8Array(memory.buffer).copyWithin(to, from, from + bytes),
      emscripten_get_heap_max: () => 2 ** 31,
      emscripten_resize_heap(bytes: number) {
        memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE));
        return 1;
      },
    },
    wasi_snapshot_preview1: { fd_close: none, fd_write: none, fd_seek: none },
  });
  const kernels = instance.exports as unknown as Kernels;
  const { memory } = kernels;
  const call = (kernel: string, ...numbers: number[]) =>
    (kernels[kernel] as Kernel)(...numbers);
  call("__wasm_call_ctors");
  call("init");
  return { memory, call };
}

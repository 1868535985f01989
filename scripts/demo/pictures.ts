const FOLDER = "scripts/demo/pictures";

/** Where the drawn parts of the demo's photographs stand in the checkout. */
export const pictures = {
  /** A painted stone on a transparent ground; 0 is a bare one. */
  rock: (number: number) => `${FOLDER}/rocks/${number}.webp`,
  scene: (name: string) => `${FOLDER}/scenes/${name}.webp`,
  /** The shadow under a stone, soft on a transparent ground. */
  shadow: `${FOLDER}/shadow.webp`,
  /** What stands before a stone's foot on such a ground. */
  front: (ground: string) => `${FOLDER}/fronts/${ground}.webp`,
};

const FOLDER = "scripts/demo/pictures";

/** The files of the drawn parts of the demo's photographs. */
export const pictures = {
  /** A painted stone on a transparent ground; 0 is a bare stone. */
  rock: (number: number) => `${FOLDER}/rocks/${number}.webp`,
  scene: (name: string) => `${FOLDER}/scenes/${name}.webp`,
  /** The shadow under a stone, soft on a transparent ground. */
  shadow: `${FOLDER}/shadow.webp`,
  /** The things in front of a stone, on a transparent ground. Some grounds have none. */
  front: (ground: string) => `${FOLDER}/fronts/${ground}.webp`,
};

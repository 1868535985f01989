const QUALITY = 0.88;

let isFaithful: boolean | undefined;

/**
 * Encodes a loaded picture as JPEG. Chromium takes a JPEG into a PDF as it is, but stores a WebP as plain pixels:
 * 200 photographs were 1.1 GB and took three minutes.
 * @returns undefined if the browser keeps pages from reading pictures
 */
export async function encodeForPrint(
  image: HTMLImageElement,
): Promise<Blob | undefined> {
  isFaithful ??= readsWhatItDrew();
  if (!isFaithful) return undefined;
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = Object.assign(document.createElement("canvas"), {
    width,
    height,
  });
  const context = canvas.getContext("2d")!;
  // The paper, behind a picture that is transparent in places.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", QUALITY),
  );
  return blob ?? undefined;
}

/** Browsers that protect from fingerprinting give other pixels than were drawn. */
function readsWhatItDrew() {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return false;
  context.fillStyle = "rgb(200, 100, 50)";
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, index) => value === [200, 100, 50, 255][index % 4]);
}

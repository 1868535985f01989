/** Node has no FileReader, which the browser's reader of EXIF uses. */
export function giveFileReader() {
  globalThis.FileReader ??= class {
    onload?: (event: unknown) => void;
    onerror?: () => void;
    readAsArrayBuffer(blob: Blob) {
      void blob
        .arrayBuffer()
        .then((result) => this.onload?.({ target: { result } }), this.onerror);
    }
  } as unknown as typeof FileReader;
}

/** The standard's way to find the encoding of a page. The package brings no types. */
declare module 'html-encoding-sniffer' {
  export default function sniffEncoding(
    bytes: Uint8Array,
    options: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string
}

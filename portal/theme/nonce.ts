/** The server's mark for styles that are ours. Browsers show it to scripts only as a property. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** What keeps the page from scrolling below a dialog adds a style by itself, and looks for the nonce under this name. */
export function shareNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: pageNonce() })
}

/** A document that the server hands out as it stands. */
export interface Page {
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

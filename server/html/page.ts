/** A document that the server sends as it is. */
export interface Page {
  readonly contentType: string
  /** 200 if absent. */
  readonly status?: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

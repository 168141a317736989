/** A document that the server sends as it is. */
export interface SentDocument extends SentPage {
  readonly body: string
}

/** A page, or a file that is no text. */
export interface SentPage {
  readonly contentType: string
  /** 200 if absent. */
  readonly status?: number
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

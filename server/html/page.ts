/** A document that the server hands out as it stands. */
export interface Page {
  readonly contentType: string
  /** 200 unless it says otherwise. */
  readonly status?: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

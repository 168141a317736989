import type { NoticeType } from '../brand/shapes/webhook-shape.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'

/** Something that happened and that a brand wants to be told. It has nothing about the person behind a card. */
export interface Notice {
  readonly type: NoticeType
  /** The card that it is about; those of one card are told in their order. */
  readonly cardId?: CardId
  /** Plain JSON. */
  readonly data: Readonly<Record<string, unknown>>
}

/** What a notice is called; its id is the same for each attempt and each webhook. */
export interface NoticeName {
  readonly ref: RequestRef
  readonly line: number
}

/** A notice as it is kept: the `line`th of a call, or of a refresh of segments, which has a reference of its own. */
export interface NoticeRow extends Notice, NoticeName {
  readonly happenedAt: Instant
}

/** Messages to the same receiver have ids of another form. */
export const noticeId = ({ ref, line }: NoticeName): string => `evt_${ref}_${line}`

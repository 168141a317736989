import { listSegments } from './list-segments.ts'
import { segmentPage } from './segment-page.ts'
import { segmentPreview } from './segment-preview.ts'

export const segmentRoutes = [listSegments, segmentPage, segmentPreview] as const

import { lookAsMember } from './look-as.ts'
import { memberPlaces } from './places.ts'
import { memberPoster } from './poster.ts'
import { memberPreview } from './preview.ts'

/** The brand's hand in the pages for members. */
export const memberSideRoutes = [lookAsMember, memberPlaces, memberPoster, memberPreview] as const

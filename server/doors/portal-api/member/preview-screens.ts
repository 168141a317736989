/** The pages of which a preview is shown. */
export const memberPreviewScreens = ['welcome', 'join', 'card'] as const
export type MemberPreviewScreen = (typeof memberPreviewScreens)[number]

/** A direct message: the interface's ResponseObject. */
export interface DirectMessage {
  readonly message: string
  readonly receiptMessage: boolean
  readonly campaignRuleUUID: string
  /** It tells of what a referrer was given: a setup whose completion cannot give it does not say so. Never answered. */
  readonly tellsOfReferrer?: true
}

/** An option that a customer may choose: the interface's CampaignOption. */
export interface OfferedOption {
  readonly optionId: string
  readonly choiceGroupId?: string
  readonly maxSelectedOptions: number
  readonly selected: boolean
  readonly optionDisplayValue: string
  readonly campaignRuleUUID: string
}

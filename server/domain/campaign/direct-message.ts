/** A direct message: the interface's ResponseObject. */
export interface DirectMessage {
  readonly message: string
  readonly receiptMessage: boolean
  readonly campaignRuleUUID: string
  /** The message tells what a referrer was given. If completing a setup cannot give it, it is not shown. Internal. */
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

/** How far a group has come in one partition. */
export interface PartitionPlace {
  topic: string;
  partition: number;
  /** The next offset that the group will handle. */
  position: bigint;
  /** The offset that the next published message will get; behind it by `end - position` messages. */
  end: bigint;
  /** Messages that the log gave up before the group had handled them; `position` is behind them. */
  missed?: bigint;
}

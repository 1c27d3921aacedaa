import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A call of the typical gateway, written row by row. */
@Entity('usage_rows')
@Index(['accountId', 'at'])
export class UsageRow {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  @Column()
  endpoint: string;

  @CreateDateColumn({ type: 'timestamptz' })
  at: Date;
}

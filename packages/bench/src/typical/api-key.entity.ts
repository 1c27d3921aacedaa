import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An API key of the typical gateway. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('char', { length: 64, unique: true })
  keyHash: string;

  @Column('uuid')
  accountId: string;
}

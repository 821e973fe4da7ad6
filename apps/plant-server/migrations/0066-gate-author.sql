-- Who changed a gate last; null: nobody in the product. No foreign key: an account may go, the change stays.
alter table gate add column updated_by uuid;

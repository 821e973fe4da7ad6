-- Which brands, models and classes were read together, as one more kind of word: brand, model and class with U+001F
-- between. Learned like the words themselves, outside the transaction of the reads, so that nobody waits for it.
alter table code_value drop constraint code_value_kind_check;
alter table code_value add constraint code_value_kind_check check
  (kind in ('brand', 'model', 'colour', 'class', 'nation', 'province', 'comune', 'sives', 'brand_model'));
insert into code_value (kind, code, value) values ('brand_model', 0, '');
insert into code_value (kind, code, value)
  select 'brand_model', row_number() over (order by t.brand, t.model, t.vclass), b.value || chr(31) || m.value || chr(31) || c.value
    from (select distinct brand, model, vclass from transit where brand > 0) as t
    join code_value as b on b.kind = 'brand' and b.code = t.brand
    join code_value as m on m.kind = 'model' and m.code = t.model
    join code_value as c on c.kind = 'class' and c.code = t.vclass
   order by 2 limit 30000;

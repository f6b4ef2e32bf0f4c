package dev.assay.schemas.avro;

import static java.lang.constant.ConstantDescs.BSM_CLASS_DATA_AT;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the {@link Datum} of a record: a class that calls the record's own accessors and
 * constructor, and names the data of its members as constants. The compiler sees through it to the
 * bytes, where one piece of code for all records would ask at each member which of some forty kinds
 * it is about to call.
 */
final class RecordCodecGenerator {

  private static final ClassDesc DATUM = Datum.class.describeConstable().orElseThrow();
  private static final ClassDesc OUT = BinaryOut.class.describeConstable().orElseThrow();
  private static final ClassDesc IN = BinaryIn.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc WRITE = MethodTypeDesc.of(CD_void, CD_Object, OUT);
  private static final MethodTypeDesc READ = MethodTypeDesc.of(CD_Object, IN);

  /**
   * A field of a record, in the order of its schema.
   *
   * @param position of the component in the constructor; -1 when the Java record does not have it,
   *     and null is written
   */
  record Member(Datum datum, int position) {}

  private final ClassDesc type;
  private final RecordComponent[] components;
  private final List<Member> members;

  private RecordCodecGenerator(ClassDesc type, RecordComponent[] components, List<Member> members) {
    this.type = type;
    this.components = components;
    this.members = members;
  }

  /**
   * The datum of {@code type}.
   *
   * @throws IllegalArgumentException when its constructor cannot be called from here
   */
  static Datum of(Class<?> type, RecordComponent[] components, List<Member> members) {
    RecordCodecGenerator made =
        new RecordCodecGenerator(type.describeConstable().orElseThrow(), components, members);
    MethodHandles.Lookup here = MethodHandles.lookup();
    try {
      var _ = here.unreflectConstructor(type.getDeclaredConstructor(parameters(components)));
      return (Datum)
          here.defineHiddenClassWithClassData(
                  made.bytes(), members.stream().map(Member::datum).toList(), true)
              .lookupClass()
              .getConstructor()
              .newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalArgumentException("expected to call " + type.getName(), e);
    }
  }

  private static Class<?>[] parameters(RecordComponent[] components) {
    return Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
  }

  private byte[] bytes() {
    ClassDesc name = ClassDesc.of(RecordCodecGenerator.class.getPackageName(), "Structure");
    return ClassFile.of()
        .build(
            name,
            made ->
                made.withFlags(AccessFlag.PUBLIC, AccessFlag.FINAL, AccessFlag.SYNTHETIC)
                    .withInterfaceSymbols(DATUM)
                    .withMethodBody(
                        INIT_NAME, MTD_void, ClassFile.ACC_PUBLIC, RecordCodecGenerator::init)
                    .withMethodBody("write", WRITE, ClassFile.ACC_PUBLIC, this::write)
                    .withMethodBody("read", READ, ClassFile.ACC_PUBLIC, this::read));
  }

  private static void init(CodeBuilder code) {
    code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_();
  }

  /** {@code void write(Object record, BinaryOut out)}. */
  private void write(CodeBuilder code) {
    int record = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(1)
        .invokestatic(DATUM, "present", MethodTypeDesc.of(CD_Object, CD_Object), true)
        .checkcast(type)
        .astore(record);
    for (int i = 0; i < members.size(); i++) {
      code.loadConstant(datum(i));
      component(code, members.get(i).position(), record);
      code.aload(2).invokeinterface(DATUM, "write", WRITE);
    }
    code.return_();
  }

  private void component(CodeBuilder code, int position, int record) {
    if (position < 0) {
      code.aconst_null();
      return;
    }
    RecordComponent component = components[position];
    ClassDesc value = described(component.getType());
    code.aload(record).invokevirtual(type, component.getName(), MethodTypeDesc.of(value));
    if (value.isPrimitive()) {
      ClassDesc box = box(value);
      code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, value));
    }
  }

  /** {@code Object read(BinaryIn in)}; the schema may have another order than the constructor. */
  private void read(CodeBuilder code) {
    int[] locals = new int[components.length];
    for (int i = 0; i < members.size(); i++) {
      code.loadConstant(datum(i)).aload(1).invokeinterface(DATUM, "read", READ);
      int position = members.get(i).position();
      if (position < 0) {
        code.pop();
      } else {
        locals[position] = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(locals[position]);
      }
    }
    code.new_(type).dup();
    for (int i = 0; i < components.length; i++) {
      ClassDesc value = described(components[i].getType());
      code.aload(locals[i]).checkcast(value.isPrimitive() ? box(value) : value);
      if (value.isPrimitive()) {
        code.invokevirtual(box(value), components[i].getType() + "Value", MethodTypeDesc.of(value));
      }
    }
    code.invokespecial(type, INIT_NAME, constructor()).areturn();
  }

  private MethodTypeDesc constructor() {
    return MethodTypeDesc.of(
        CD_void, Arrays.stream(components).map(c -> described(c.getType())).toList());
  }

  /** The datum of a member, out of the list that the class is made with. */
  private static DynamicConstantDesc<?> datum(int member) {
    return DynamicConstantDesc.ofNamed(
        BSM_CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, DATUM, member);
  }

  private static ClassDesc described(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  private static ClassDesc box(ClassDesc primitive) {
    @Nullable ClassDesc box =
        switch (TypeKind.from(primitive)) {
          case INT -> ConstantDescs.CD_Integer;
          case LONG -> ConstantDescs.CD_Long;
          case DOUBLE -> ConstantDescs.CD_Double;
          case BOOLEAN -> ConstantDescs.CD_Boolean;
          default -> null;
        };
    if (box == null) {
      throw new IllegalArgumentException("expected a component that Avro has, found " + primitive);
    }
    return box;
  }
}
